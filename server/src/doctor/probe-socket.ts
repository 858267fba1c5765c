import { randomBytes } from 'node:crypto'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { failureReason } from './http.ts'
import type { ProbeSocket } from './relay-checks.ts'

const timeoutMs = 10_000

/** Requests a WebSocket by HTTP (RFC 6455 §4.1), because the WebSocket API does not report the status. */
export const probeSocket: ProbeSocket = (url) =>
  new Promise((resolve) => {
    const target = new URL(url)
    const isSecure = target.protocol === 'wss:'
    target.protocol = isSecure ? 'https:' : 'http:'
    const request = (isSecure ? requestHttps : requestHttp)(target, {
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': randomBytes(16).toString('base64'),
      },
      timeout: timeoutMs,
    })
    request.on('upgrade', (_response, socket) => {
      socket.destroy()
      resolve({ is: 'open' })
    })
    request.on('response', (response) => {
      response.destroy()
      resolve({ is: 'answered', status: response.statusCode ?? 0 })
    })
    request.on('timeout', () => request.destroy(new Error('the host does not answer')))
    request.on('error', (error) => resolve({ is: 'failed', reason: failureReason(error) }))
    request.end()
  })
