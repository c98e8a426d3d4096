/** What is no model call: lists of models, counts of tokens, anything unknown. Pure; any process. */
import { unreadRequest } from './request.ts'
import { unknownTokens } from './usage/tokens.ts'
import type { Wire } from './wire.ts'

export const none: Wire = {
  name: 'none',
  readRequest: unreadRequest,
  readAnswer: () => ({
    push() {},
    facts: () => ({
      model: null,
      toolCalls: [],
      finish: null,
      tokens: { ...unknownTokens },
      usage: null,
      error: null,
      complete: false,
    }),
  }),
  refusal: (message) => ({
    status: 403,
    headers: { 'content-type': 'application/json', 'x-should-retry': 'false' },
    body: JSON.stringify({ error: { message, type: 'permission_denied' } }),
  }),
}
