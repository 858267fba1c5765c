import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import * as z from '#shared/zod.ts'

/** A browser engine other than Chromium, from a Debian package. */
export type EngineName = 'firefox' | 'webkit'

/** A reference to an element in arguments and results (WebDriver §12.1). */
export const elementSchema = z.object({ 'element-6066-11e4-a52e-4f735466cecf': z.string() })
export type RemoteElement = z.infer<typeof elementSchema>

/** Input of one device for WebDriver's Perform Actions (§15.7). Coordinates are CSS px of the tab's viewport. */
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

/** The commands of WebDriver (classic) that the tests use. Each rejects with the browser's error message. */
export type Remote = {
  readonly navigate: (url: string) => Promise<void>
  /** Runs the body of a function in the current document. Its last argument is the callback for the result. */
  readonly execute: (body: string, args: readonly unknown[]) => Promise<unknown>
  /** Switches to the document of a frame; null switches to the tab's document. */
  readonly enterFrame: (frame: RemoteElement | null) => Promise<void>
  /** Dispatches input as the system does: the browser finds the target document by position and focus. */
  readonly input: (sources: readonly InputSource[]) => Promise<void>
  /** Handles of the tabs and windows, oldest first if the browser reports their order. */
  readonly windows: () => Promise<readonly string[]>
  readonly enterWindow: (handle: string) => Promise<void>
  readonly closeWindow: () => Promise<void>
  /** Sets the size of the window in px, its toolbars included. */
  readonly resize: (width: number, height: number) => Promise<void>
  /** A screenshot of the tab, as PNG in Base64. */
  readonly screenshot: () => Promise<string>
  readonly quit: () => Promise<void>
}

/**
 * Starts a program of a Debian package, and kills it when this process exits.
 * @throws Error with the package to install if the program is missing.
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
