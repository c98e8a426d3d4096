/**
 * The programs of others that we have tried, each in one version, as they are named on the npm
 * registry. None of them is a dependency: whoever measures one has it. Data, any process.
 */
export interface Harness {
  /** Of its preset, and of its folder in the cache. */
  name: string
  package: string
  /** The version that was tried. */
  version: string
  /** The program that the package brings. */
  bin: string
  /** As its package or its licence file says; `proprietary` may be neither changed nor passed on. */
  licence: 'MIT' | 'Apache-2.0' | 'proprietary'
}

export const harnesses: readonly Harness[] = [
  {
    name: 'pi',
    package: '@earendil-works/pi-coding-agent',
    version: '1.6.0',
    bin: 'pi',
    licence: 'MIT',
  },
  {
    name: 'codex',
    package: '@openai/codex',
    version: '0.171.0',
    bin: 'codex',
    licence: 'Apache-2.0',
  },
  {
    name: 'claude-code',
    package: '@anthropic-ai/claude-code',
    version: '2.1.332',
    bin: 'claude',
    licence: 'proprietary',
  },
  {
    name: 'opencode',
    package: 'opencode-ai',
    version: '1.18.33',
    bin: 'opencode',
    licence: 'MIT',
  },
  {
    name: 'openclaw',
    package: 'openclaw',
    version: '2026.9.6',
    bin: 'openclaw',
    licence: 'MIT',
  },
  {
    name: 'gemini-cli',
    package: '@google/gemini-cli',
    version: '0.61.0',
    bin: 'gemini',
    licence: 'Apache-2.0',
  },
  {
    name: 'qwen-code',
    package: '@qwen-code/qwen-code',
    version: '0.24.4',
    bin: 'qwen',
    licence: 'Apache-2.0',
  },
  {
    name: 'copilot',
    package: '@github/copilot',
    version: '1.0.102',
    bin: 'copilot',
    licence: 'proprietary',
  },
  {
    name: 'nanocoder',
    package: '@nanocollective/nanocoder',
    version: '1.30.0',
    bin: 'nanocoder',
    licence: 'MIT',
  },
  { name: 'cline', package: 'cline', version: '3.0.65', bin: 'cline', licence: 'Apache-2.0' },
]
