import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { probeSocket } from './probe-socket.ts'

let url = ''
let server: ReturnType<typeof createServer>
beforeEach(async () => {
  server = createServer((_request, response) => response.writeHead(401).end())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  url = `ws://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/?projectId=x`
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

it('relay accepts › open, with the request of RFC 6455', async () => {
  server.on('upgrade', (request, socket) => {
    const { upgrade, 'sec-websocket-version': version, 'sec-websocket-key': key } = request.headers
    const isUpgradeRequest =
      upgrade === 'websocket' && version === '13' && /^[A-Za-z0-9+/]{22}==$/.test(key ?? '')
    socket.end(
      `HTTP/1.1 ${isUpgradeRequest ? '101 Switching Protocols' : '400 Bad Request'}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
    )
  })
  expect(await probeSocket(url)).toEqual({ is: 'open' })
})

it('relay rejects › its status', async () => {
  expect(await probeSocket(url)).toEqual({ is: 'answered', status: 401 })
})

it('nothing listens › the reason', async () => {
  await new Promise((resolve) => server.close(resolve))
  expect(await probeSocket(url)).toEqual({
    is: 'failed',
    reason: 'nothing listens on this port (ECONNREFUSED)',
  })
  server.listen(0)
  await once(server, 'listening')
})
