import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import * as z from 'zod/mini'

/** A browser engine other than Chromium, as Debian packages it. */
export type EngineName = 'firefox' | 'webkit'

/** An element of a document, as WebDriver writes it in arguments and results (WebDriver §12.1). */
export const elementSchema = z.object({ 'element-6066-11e4-a52e-4f735466cecf': z.string() })
export type RemoteElement = z.infer<typeof elementSchema>

/** Input of one device, as WebDriver's Perform Actions has it (§15.7); places are CSS px of the tab's viewport. */
export type InputSource =
  | { readonly type: 'key'; readonly id: string; readonly actions: readonly KeyAction[] }
  | {
      readonly type: 'pointer'
      readonly id: string
      readonly parameters: { readonly pointerType: 'mouse' }
      readonly actions: readonly PointerAction[]
    }
type KeyAction = { readonly type: 'keyDown' | 'keyUp'; readonly value: string }
export type PointerAction =
  | { readonly type: 'pointerMove'; readonly x: number; readonly y: number; readonly duration: 0 }
  | { readonly type: 'pointerDown' | 'pointerUp'; readonly button: 0 }

/** The commands of WebDriver (classic) that the tests use. Each rejects with the browser's words when it fails. */
export type Remote = {
  readonly navigate: (url: string) => Promise<void>
  /** Runs the body of a function in the current document; its last argument is what it calls with the result. */
  readonly execute: (body: string, args: readonly unknown[]) => Promise<unknown>
  /** Makes the document of a frame the current one; null, that of the tab. */
  readonly enterFrame: (frame: RemoteElement | null) => Promise<void>
  /** The browser takes the input as one of the system: it finds the document by place and focus. */
  readonly input: (sources: readonly InputSource[]) => Promise<void>
  /** Handles of the tabs and windows, oldest first where the browser knows. */
  readonly windows: () => Promise<readonly string[]>
  readonly enterWindow: (handle: string) => Promise<void>
  readonly closeWindow: () => Promise<void>
  /** Size of the window in px, its own bars included. */
  readonly resize: (width: number, height: number) => Promise<void>
  /** A picture of the tab, PNG in Base64. */
  readonly picture: () => Promise<string>
  readonly quit: () => Promise<void>
}

/**
 * Starts a program of a Debian package, which ends with this process.
 * @throws Error saying what to install when it is not there.
 */
export function start(
  path: string,
  args: readonly string[],
  { install, env = {} }: { readonly install: string; readonly env?: NodeJS.ProcessEnv },
): ChildProcess {
  if (!existsSync(path)) throw new Error(`There is no ${path}. ${install}`)
  const child = spawn(path, args, {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...env },
  })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  return child
}

/** Ends a program that `start` started. */
export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill()
  await ended
}
