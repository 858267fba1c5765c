import { randomBytes } from 'node:crypto'
import { Agent, request } from 'node:https'
import { text } from 'node:stream/consumers'
import * as z from '#shared/zod.ts'
import type { ReverseProxy } from './reverse-proxies.ts'

const common = 'projectId=demo&st=drawbridge&sv=1'
const messagesSchema = z.object({ messages: z.array(z.object({ sequence: z.int(), sealed: z.string() })) })
const nonceSchema = z.object({ nonce: z.string() })

type RequestBody = { readonly method?: 'POST'; readonly body?: string }

/** Sends requests through a proxy, over kept-alive connections. */
export type LoadClient = {
  /**
   * The body of a response with status 200. @throws Error with status and body of any other response, and if there is none.
   */
  readonly send: (path: string, sent?: RequestBody) => Promise<string>
  readonly close: () => void
}

export function createLoadClient({ url, ca }: Pick<ReverseProxy, 'url' | 'ca'>): LoadClient {
  const { hostname, host, port } = new URL(url)
  const agent = new Agent({ keepAlive: true, ca })
  return {
    send: (path, { method, body } = {}) =>
      new Promise((resolve, reject) => {
        const target = {
          host: '127.0.0.1',
          servername: hostname,
          port,
          path,
          agent,
          method: method ?? 'GET',
        }
        const sent = request({ ...target, headers: { host } }, (response) => {
          text(response).then((responseText) => {
            if (response.statusCode === 200) resolve(responseText)
            else
              reject(
                new Error(`${method ?? 'GET'} ${path}: ${response.statusCode} ${responseText.slice(0, 200)}`),
              )
          }, reject)
        })
        sent.on('error', (error) => reject(new Error(`${method ?? 'GET'} ${path}: ${error.message}`)))
        sent.end(body)
      }),
    close: () => agent.destroy(),
  }
}

/**
 * Sends a read, a write, and a read of the mailbox that waits while another request posts the message.
 * @returns the number of requests. @throws Error if one of them fails
 */
export async function visit({ send }: LoadClient): Promise<number> {
  await send(`/projects/v1/origins?${common}`)
  z.parse(nonceSchema, JSON.parse(await send(`/auth/v1/nonce?${common}`)))
  const mailbox = `/v1/mailbox/${randomBytes(16).toString('base64url')}`
  const post = (direction: string, sequence: number) =>
    send(mailbox, { method: 'POST', body: JSON.stringify({ direction, sequence, sealed: `s${sequence}` }) })
  await post('to-window', 1)
  const [reads] = await Promise.all([readUntilMessage(), post('to-frame', 1)])
  return 4 + reads

  /** Repeats the request when a response has no message, as the widget does. */
  async function readUntilMessage(): Promise<number> {
    for (let reads = 1; ; reads += 1) {
      const responseBody = await send(`${mailbox}?direction=to-frame&after=0`)
      const { messages } = z.parse(messagesSchema, JSON.parse(responseBody))
      if (messages.some(({ sealed }) => sealed === 's1')) return reads
    }
  }
}

export type LoadResult = { readonly requests: number; readonly failures: readonly string[] }

/** Runs visits sequentially in each of `workers`, until `isOver` returns true. */
export async function load(
  client: LoadClient,
  workers: number,
  isOver: () => boolean,
  visitOnce: (client: LoadClient) => Promise<number> = visit,
): Promise<LoadResult> {
  let requests = 0
  const failures: string[] = []
  const runWorker = async () => {
    while (!isOver()) {
      try {
        requests += await visitOnce(client)
      } catch (error) {
        failures.push(String(error))
      }
    }
  }
  await Promise.all(Array.from({ length: workers }, runWorker))
  return { requests, failures }
}
