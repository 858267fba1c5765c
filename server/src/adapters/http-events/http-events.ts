import * as z from '../../../../shared/zod.ts'
import type { EventRecord } from '../../ports/stores/events.ts'

const timeoutMs = 10_000

const recordSchema = z.object({
  kind: z.enum(['analytics', 'csp-report']),
  projectKey: z.optional(z.string()),
  receivedAtMs: z.int(),
  content: z.unknown(),
})

/** Parses the events of a job's payload. @throws z.core.$ZodError */
export const parseRecords = (payload: unknown): readonly EventRecord[] =>
  z.parse(z.array(recordSchema), payload).map(({ projectKey, ...record }) => ({ ...record, projectKey }))

/**
 * Posts events to the operator's URL as `{ events: [{ kind, projectKey, receivedAtMs, content }] }`.
 * @throws Error unless the response has a 2xx status within 10 s; the message has no part of the URL, which may contain a
 * token
 */
export async function postEvents(url: string, events: readonly EventRecord[]): Promise<void> {
  let status = 0
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ events }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    await response.body?.cancel()
    status = response.status
  } catch {
    throw new Error('The sink of events did not answer')
  }
  if (status < 200 || status > 299) throw new Error(`The sink of events answered with status ${status}`)
}
