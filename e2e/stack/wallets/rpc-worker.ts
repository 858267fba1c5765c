/** The background of the test wallets: a worker with its own CSP, like the background of an extension. */
import * as z from '#shared/zod.ts'

const jobSchema = z.object({ id: z.number(), path: z.string(), body: z.string() })

addEventListener('message', async (event: MessageEvent<unknown>) => {
  const { id, path, body } = z.parse(jobSchema, event.data)
  const response = await fetch(path, { method: 'POST', body })
  postMessage({ id, text: await response.text() })
})
