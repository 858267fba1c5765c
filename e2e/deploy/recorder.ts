import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { clientAddress } from '#server/core/client-address.ts'
import { parseNetwork } from '#server/core/ip-network.ts'

/** A server that responds with the address that Drawbridge would rate-limit, and with `Host`. */
export async function startRecorder(): Promise<{ readonly recorder: Server; readonly port: number }> {
  const proxies = ['127.0.0.1', '::1'].map(parseNetwork)
  const recorder = createServer((received, response) => {
    const forwarded = received.headersDistinct['x-forwarded-for']?.join(',')
    const client = clientAddress(received.socket.remoteAddress, forwarded, proxies)
    response.end(JSON.stringify({ client: String(client?.value), host: received.headers.host }))
  })
  await once(recorder.listen(0, '127.0.0.1'), 'listening')
  const address = recorder.address()
  if (typeof address !== 'object' || address === null) throw new Error('The recorder has no port')
  return { recorder, port: address.port }
}
