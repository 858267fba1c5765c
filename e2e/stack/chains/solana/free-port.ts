import { createServer } from 'node:http'
import { freePorts } from '../../ports.ts'

/** Returns a port that is unused, as is the next one: a node uses both. */
export async function freePort(): Promise<number> {
  for (;;) {
    const { chain1 } = await freePorts()
    const nextServer = createServer()
    const isFree = await new Promise<boolean>((resolve) => {
      nextServer.once('error', () => resolve(false))
      nextServer.listen(chain1 + 1, '127.0.0.1', () => nextServer.close(() => resolve(true)))
    })
    if (isFree && chain1 < 65_000) return chain1
  }
}
