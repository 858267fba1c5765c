import { expect, it } from 'vitest'
import { request } from './https-client.ts'
import { startRecorder } from './recorder.ts'
import { startCaddy, startNginx } from './reverse-proxies.ts'

it.each([
  ['Caddy', startCaddy],
  ['nginx', startNginx],
] as const)(
  '%s › hosts of widget and vault › each has a certificate and reaches the server',
  async (_, start) => {
    const { recorder, port } = await startRecorder()
    const proxy = await start([port])
    const widget = new URL(proxy.url)
    const hosts = [widget.host, `vault.${widget.host}`]
    try {
      for (const host of hosts) {
        const { body } = await request(`https://${host}/`, { ca: proxy.ca, address: '127.0.0.1' })
        expect(JSON.parse(body.toString())).toMatchObject({ host })
      }
    } finally {
      await proxy.stop()
      recorder.closeAllConnections()
      recorder.close()
    }
  },
)
