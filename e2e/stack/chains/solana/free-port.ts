import { createServer } from 'node:http'
import { freePorts } from '../../ports.ts'

/** Returns a port that is unused, as is the next one: a node uses both. */
export async function freePort(): Promise<number> {
  for (;;) {
    const { chain1 } = await freePorts()
    const next = createServer()
    const isFree = await new Promise<boolean>((resolve) => {
      next.once('error', () => resolve(false))
      next.listen(chain1 + 1, '127.0.0.1', () => next.close(() => resolve(true)))
    })
    if (isFree && chain1 < 65_000) return chain1
  }
}
