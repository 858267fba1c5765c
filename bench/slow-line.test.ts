import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { expect, it } from 'vitest'
import * as z from '#shared/zod.ts'
import { slowLine } from './slow-line.ts'

const address = z.object({ port: z.int() })

it('slow line › process busy meanwhile › data received complete and in order', async () => {
  const sent = Buffer.from(Array.from({ length: 4_000_000 }, (_, at) => at % 251))
  const server = createServer((socket) => socket.end(sent)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const line = slowLine({ roundTripMs: 20, downBitsPerSecond: 300_000_000 })
  const client = connect(await line.forwardPort(z.parse(address, server.address()).port), '127.0.0.1')
  const chunks: Buffer[] = []
  client.on('data', (data) => {
    chunks.push(data)
    // Node measures a new timer from the start of the loop iteration: it could fire before timers created earlier.
    const until = performance.now() + (chunks.length % 10)
    while (performance.now() < until);
  })
  await once(client, 'close')
  expect(Buffer.concat(chunks).equals(sent)).toBe(true)
  await line.close()
  server.close()
})
