import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createConnection, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import * as z from '#shared/zod.ts'
import { type InputSource, type Remote, start, stop } from './remote.ts'

const path = process.env.DRAWBRIDGE_FIREFOX ?? '/usr/bin/firefox-esr'
const install = 'Install Firefox (Debian: apt-get install firefox-esr), or name one in DRAWBRIDGE_FIREFOX.'

/**
 * `test.events.async.enabled` dispatches input as the system does, by the browser's hit test.
 * Without it Firefox sends mouse events to the tab's main process, and cross-site frames receive none.
 */
const prefs = { 'marionette.port': 0, 'test.events.async.enabled': true }

const responseSchema = z.tuple([
  z.literal(1),
  z.int(),
  z.nullable(z.object({ message: z.string() })),
  z.unknown(),
])
const valueSchema = z.object({ value: z.unknown() })
const boxSchema = z.object({ x: z.number(), y: z.number() })

/** Launches headless Firefox, controlled by Marionette: WebDriver commands as JSON over a socket, as geckodriver does. */
export async function launchFirefox(): Promise<Remote> {
  const profile = mkdtempSync(join(tmpdir(), 'drawbridge-firefox-'))
  const lines = Object.entries(prefs).map(
    ([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`,
  )
  writeFileSync(join(profile, 'user.js'), lines.join('\n'))
  const child = start(
    path,
    // Input is dispatched in the chrome context, which requires system access.
    ['--marionette', '--remote-allow-system-access', '--headless', '--no-remote', '--profile', profile],
    { install },
  )
  let port = 0
  await expect(() => {
    port = Number(readFileSync(join(profile, 'MarionetteActivePort'), 'utf8'))
    expect(port).toBeGreaterThan(0)
  }, 'Firefox listens').toPass({ timeout: 30_000 })
  const command = await connectMarionette(createConnection(port, '127.0.0.1'))
  await command('WebDriver:NewSession', { capabilities: { alwaysMatch: {} } })
  const value = async (name: string, parameters: object): Promise<unknown> =>
    z.parse(valueSchema, await command(name, parameters)).value

  /** Runs `act` in the chrome context, and switches back to the content context. */
  async function inChromeContext<T>(act: () => Promise<T>): Promise<T> {
    await command('Marionette:SetContext', { value: 'chrome' })
    try {
      return await act()
    } finally {
      await command('Marionette:SetContext', { value: 'content' })
    }
  }
  /** Origin of the tab's viewport in the browser window. */
  const viewportOrigin = async () =>
    z.parse(
      boxSchema,
      await value('WebDriver:ExecuteScript', {
        script: 'const { x, y } = gBrowser.selectedBrowser.getBoundingClientRect(); return { x, y }',
        args: [],
      }),
    )
  return {
    navigate: async (url) => {
      await command('WebDriver:Navigate', { url })
    },
    execute: (script, args) => value('WebDriver:ExecuteAsyncScript', { script, args, newSandbox: false }),
    enterFrame: async (frame) => {
      const [element = null] = Object.values(frame ?? {})
      await command('WebDriver:SwitchToFrame', element === null ? { id: null } : { element })
    },
    input: (sources) =>
      inChromeContext(async () => {
        const origin = await viewportOrigin()
        await command('WebDriver:PerformActions', {
          actions: sources.map((source) => offsetSource(source, origin)),
        })
      }),
    windows: async () => z.parse(z.array(z.string()), await command('WebDriver:GetWindowHandles')),
    enterWindow: async (handle) => {
      await command('WebDriver:SwitchToWindow', { handle })
    },
    closeWindow: async () => {
      await command('WebDriver:CloseWindow')
    },
    resize: async (width, height) => {
      await command('WebDriver:SetWindowRect', { width, height })
    },
    screenshot: async () => z.parse(z.string(), await value('WebDriver:TakeScreenshot', { full: false })),
    quit: async () => {
      await stop(child)
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

function offsetSource(source: InputSource, offset: z.infer<typeof boxSchema>): InputSource {
  if (source.type === 'key') return source
  const actions = source.actions.map((action) =>
    action.type === 'pointerMove' ? { ...action, x: action.x + offset.x, y: action.y + offset.y } : action,
  )
  return { ...source, actions }
}

type Command = (name: string, parameters?: object) => Promise<unknown>

/** Sends commands over Marionette's socket. A message is its length in bytes, a colon and JSON; the first is a greeting. */
function connectMarionette(socket: Socket): Promise<Command> {
  const pendingCommands = new Map<
    number,
    { resolve: (result: unknown) => void; reject: (error: Error) => void }
  >()
  let last = 0
  const command: Command = (name, parameters = {}) =>
    new Promise((resolve, reject) => {
      last += 1
      pendingCommands.set(last, {
        resolve,
        reject: (error) => reject(new Error(`${name}: ${error.message}`)),
      })
      const text = JSON.stringify([0, last, name, parameters])
      socket.write(`${Buffer.byteLength(text)}:${text}`)
    })
  return new Promise((resolveCommand, rejectCommand) => {
    let received = Buffer.alloc(0)
    let isGreeted = false
    socket.on('error', rejectCommand)
    socket.on('close', () => {
      for (const { reject } of pendingCommands.values()) reject(new Error('Firefox has ended'))
    })
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, Buffer.from(chunk)])
      for (;;) {
        const colon = received.indexOf(':')
        const end = colon + 1 + Number(received.subarray(0, colon))
        if (colon < 0 || received.length < end) return
        const message: unknown = JSON.parse(received.subarray(colon + 1, end).toString())
        received = received.subarray(end)
        if (!isGreeted) {
          isGreeted = true
          resolveCommand(command)
          continue
        }
        const [, id, error, result] = z.parse(responseSchema, message)
        const pending = pendingCommands.get(id)
        pendingCommands.delete(id)
        if (error === null) pending?.resolve(result)
        else pending?.reject(new Error(error.message))
      }
    })
  })
}
