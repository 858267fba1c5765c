import type { IncomingMessage } from 'node:http'

/**
 * Reads the body of a request as UTF-8 text.
 *
 * @returns the text, or `undefined` when the client closed the connection before it had sent the whole body: a test server
 * then has no client to answer
 */
export async function readRequestBody(request: IncomingMessage): Promise<string | undefined> {
  let text = ''
  request.setEncoding('utf8')
  try {
    for await (const chunk of request) text += chunk
  } catch (error) {
    if (request.complete) throw error
  }
  return request.complete ? text : undefined
}
