import { once } from 'node:events'
import { createServer } from 'node:net'
import { Readable } from 'node:stream'
import { expect } from '@playwright/test'
import * as z from '#shared/zod.ts'
import { type Remote, start, stop } from './remote.ts'

const path = process.env.DRAWBRIDGE_WEBKIT_DRIVER ?? '/usr/bin/WebKitWebDriver'
const install =
  'Install WebKitGTK’s driver and a virtual screen (Debian: apt-get install webkit2gtk-driver xvfb), or name one in DRAWBRIDGE_WEBKIT_DRIVER.'

const responseSchema = z.object({ value: z.unknown() })
const failureSchema = z.object({ value: z.object({ error: z.string(), message: z.string() }) })
const sessionSchema = z.object({ sessionId: z.string() })

/** Launches WebKitGTK's MiniBrowser on a separate virtual screen, controlled by its WebDriver over HTTP. */
export async function launchWebKit(): Promise<Remote> {
  const screen = start(
    '/usr/bin/Xvfb',
    ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'],
    {
      install,
    },
  )
  const [, , , displayPipe] = screen.stdio
  if (!(displayPipe instanceof Readable)) throw new Error('Xvfb has no pipe for its number')
  const [number] = await once(displayPipe, 'data')
  const port = await freePort()
  const driver = start(path, [`--port=${port}`], {
    install,
    env: { DISPLAY: `:${String(number).trim()}`, GDK_BACKEND: 'x11', NO_AT_BRIDGE: '1' },
  })
  const base = `http://127.0.0.1:${port}`
  await expect(() => call(`${base}/status`, 'GET'), 'WebKitWebDriver listens').toPass({ timeout: 30_000 })
  const { sessionId } = z.parse(sessionSchema, await call(`${base}/session`, 'POST', { capabilities: {} }))
  const session = `${base}/session/${sessionId}`
  const post = (command: string, body: object = {}) => call(`${session}/${command}`, 'POST', body)
  return {
    navigate: async (url) => {
      await post('url', { url })
    },
    execute: (script, args) => post('execute/async', { script, args }),
    enterFrame: async (frame) => {
      await post('frame', { id: frame })
    },
    input: async (sources) => {
      await post('actions', { actions: sources })
    },
    windows: async () => z.parse(z.array(z.string()), await call(`${session}/window/handles`, 'GET')),
    enterWindow: async (handle) => {
      await post('window', { handle })
    },
    closeWindow: async () => {
      await call(`${session}/window`, 'DELETE')
    },
    resize: async (width, height) => {
      await post('window/rect', { x: 0, y: 0, width, height })
    },
    screenshot: async () => z.parse(z.string(), await call(`${session}/screenshot`, 'GET')),
    quit: async () => {
      await call(session, 'DELETE')
      await stop(driver)
      await stop(screen)
    },
  }
}

async function call(url: string, method: string, body?: object): Promise<unknown> {
  const response = await fetch(url, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
  const responseBody: unknown = await response.json()
  if (response.ok) return z.parse(responseSchema, responseBody).value
  const { error, message } = z.parse(failureSchema, responseBody).value
  throw new Error(`${url}: ${error}: ${message}`)
}

/** Returns a free port: the driver cannot choose one and report it. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('No port was given')
  return address.port
}
