import { expect, test } from 'vitest'
import { findModel } from './model.ts'

const gateway = {
  urls: {
    openai: 'http://gate/openai',
    anthropic: 'http://gate/anthropic',
    google: 'http://gate/google',
    deepseek: 'http://gate/deepseek',
  },
  key: 'dummy',
}

async function found(
  name: string | null,
  options = {},
  behind: typeof gateway | undefined = gateway,
) {
  const { provider, modelId, config } = (await findModel(name, options, behind)) as never as {
    provider: string
    modelId: string
    config: { baseURL?: string; url?(of: { path: string }): string }
  }
  return [provider, modelId, config.baseURL ?? config.url?.({ path: '' })]
}

test('the provider’s name decides how it is spoken to, and where', async () => {
  expect(await found('openai/gpt-5')).toEqual([
    'openai.responses',
    'gpt-5',
    'http://gate/openai/v1',
  ])
  expect(await found('anthropic/claude')).toEqual([
    'anthropic.messages',
    'claude',
    'http://gate/anthropic/v1',
  ])
  expect(await found('google/gemini-3')).toEqual([
    'google.generative-ai',
    'gemini-3',
    'http://gate/google/v1beta',
  ])
  expect(await found('deepseek/a/b')).toEqual(['deepseek.chat', 'a/b', 'http://gate/deepseek/v1'])
  expect(await found('openai/gpt-5', { wire: 'openai-chat' })).toEqual([
    'openai.chat',
    'gpt-5',
    'http://gate/openai/v1',
  ])
})

test('a base URL leads past the gateway', async () => {
  const local = { baseUrl: 'http://localhost:8080/v1' }
  expect(await found('local/qwen', local, undefined)).toEqual([
    'local.chat',
    'qwen',
    'http://localhost:8080/v1',
  ])
  expect(await found('deepseek/chat', local)).toContain(local.baseUrl)
})

test('a model that cannot be found says what to write', async () => {
  await expect(found(null)).rejects.toThrow(
    'it is missing, and this harness calls a model; write it as `provider/model`',
  )
  for (const name of ['gpt-5', '/gpt-5', 'openai/'])
    await expect(found(name)).rejects.toThrow(`\`${name}\` does not say whose model it is`)
  await expect(found('mistral/large')).rejects.toThrow('where the provider `mistral` is')
})
