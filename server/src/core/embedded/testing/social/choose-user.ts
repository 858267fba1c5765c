import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * Selects the user who logs in at a provider. `denied`: the user does not log in; `asked`: the response is a page that asks,
 * whose form is sent to the same URL.
 */
export type ChooseUser<User extends object> = (
  request: IncomingMessage,
  response: ServerResponse,
) => Promise<User | 'denied' | 'asked'>
