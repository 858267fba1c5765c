import { createServer } from 'node:http'
import { connect } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { blockExternalNetwork } from './block-external-network.ts'

const blockedHosts: string[] = []
let unblock = () => {}
beforeEach(() => {
  blockedHosts.length = 0
  unblock = blockExternalNetwork((host) => blockedHosts.push(host))
})
afterEach(() => unblock())

const waitForError = (emitter: NodeJS.EventEmitter) =>
  new Promise<unknown>((resolve) => emitter.once('error', resolve))

describe('blockExternalNetwork', () => {
  it.each<[string, () => Promise<unknown>, string]>([
    [
      'fetch',
      () => fetch('https://verify.walletconnect.org').catch((error) => error),
      'verify.walletconnect.org',
    ],
    [
      'a WebSocket',
      () => waitForError(new WebSocket('wss://relay.walletconnect.org')),
      'relay.walletconnect.org',
    ],
    ['TCP', () => waitForError(connect(443, '192.0.2.1')), '192.0.2.1'],
    ['TLS', () => waitForError(connectTls({ host: 'example.org', port: 443 })), 'example.org'],
  ])('%s › external host › fails and is reported', async (_, attempt, host) => {
    expect(await attempt()).toBeInstanceOf(Error)
    expect(blockedHosts).toEqual([host])
  })

  it('loopback host › can be reached', async () => {
    const server = createServer((_, response) => response.end('here')).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : undefined
    for (const host of ['127.0.0.1', 'localhost']) {
      expect(await (await fetch(`http://${host}:${port}`)).text()).toBe('here')
    }
    server.close()
    server.closeAllConnections()
    expect(blockedHosts).toEqual([])
  })
})
