import { expect } from '@playwright/test'
import * as z from '#shared/zod.ts'
import type { Stack } from '#stack/stack-file.ts'
import type { RelayFault } from '#stack/walletconnect/relay-fault.ts'
import {
  sessionSchema,
  type WalletCommand,
  walletPromptSchema,
} from '#stack/walletconnect/thread-messages.ts'
import type { WalletScript } from '#stack/walletconnect/wallet-script.ts'
import type { BrowserErrors } from '../browser-errors.ts'

const openedSchema = z.object({ id: z.string() })
const stateSchema = z.object({
  addresses: z.record(z.string(), z.array(z.string())),
  asked: z.array(walletPromptSchema),
  waiting: z.array(z.int()),
  sessions: z.array(sessionSchema),
  outsideAttempts: z.array(z.string()),
})
const connectionsSchema = z.object({ open: z.int(), ever: z.int() })

async function call(url: string, body?: unknown): Promise<unknown> {
  const response = await fetch(url, body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) })
  const text = await response.text()
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${text}`)
  return JSON.parse(text)
}

/** A WalletConnect wallet with the official WalletKit, on a separate device. It approves everything by default. */
export class Phone {
  readonly #url: string
  /** Project id of its relay connection. */
  readonly projectId: string
  #before = 0

  constructor(url: string, projectId: string) {
    this.#url = url
    this.projectId = projectId
  }

  async readState() {
    return z.parse(stateSchema, await call(this.#url))
  }

  async perform(command: WalletCommand): Promise<void> {
    await call(this.#url, command)
  }

  /** Sets the user's decisions from now on; everything not listed is approved. */
  async script(script: Partial<WalletScript> = {}): Promise<void> {
    const approve = { is: 'approve' } as const
    const approveAll = { proposals: approve, signIns: approve, requests: approve, methods: {} }
    await this.perform({ is: 'script', script: { ...approveAll, ...script } })
  }

  /** Scans or pastes a link. */
  async pair(uri: string): Promise<void> {
    await this.perform({ is: 'pair', uri })
  }

  /** Its address on a chain (CAIP-2), by default of the first of its two accounts. */
  async address(chain: string, at = 0): Promise<string> {
    return (await this.readState()).addresses[chain]?.[at] ?? ''
  }

  /** The user selects another account of a namespace. */
  async chooseAccount(namespace: string, at: number): Promise<void> {
    await this.perform({ is: 'change-account', namespace, at })
  }

  /** Requests of hosts since this test began: 'proposal', 'sign-in', or the method. */
  async asked(): Promise<readonly string[]> {
    const { asked } = await this.readState()
    return asked.slice(this.#before).map((one) => (one.is === 'request' ? one.method : one.is))
  }

  /** The last session proposal of a host. */
  async proposal() {
    const { asked } = await this.readState()
    return asked.slice(this.#before).findLast((one) => one.is === 'proposal')
  }

  /** Runs `action` with a function by which the user approves all pending requests, and awaits those responses after it. */
  async approvePendingWhile(action: (answers: () => Promise<void>) => Promise<void>): Promise<void> {
    let approval: Promise<void> = Promise.resolve()
    await action(async () => {
      await this.script()
      approval = this.perform({ is: 'answer-waiting' })
    })
    await approval
  }

  async hasSessions(count: number): Promise<void> {
    await expect.poll(async () => (await this.readState()).sessions.length).toBe(count)
  }

  /** Resets it: it approves everything, without sessions. */
  async reset(): Promise<void> {
    await this.script()
    await this.perform({ is: 'delete-sessions' })
    for (const namespace of ['eip155', 'solana', 'polkadot']) await this.chooseAccount(namespace, 0)
    this.#before = (await this.readState()).asked.length
  }
}

/** Returns the phone of an account, which starts on the first call and keeps running. */
export async function openPhone({ widget }: Stack, account: string): Promise<Phone> {
  const projectId = `demo~${account}`
  const base = `${widget.loopback}/__control/phones`
  const { id } = z.parse(openedSchema, await call(base, { account, projectId }))
  return new Phone(`${base}/${id}`, projectId)
}

/** The browser's error for an unreachable relay. */
const unreachable = /WebSocket connection to 'ws:/

/** The relay for the projects of one test: injects faults, and counts their connections. */
export class TestRelay {
  readonly #url: string
  readonly #projects: readonly string[]
  readonly #problems: BrowserErrors

  constructor({ widget }: Stack, projects: readonly string[], problems: BrowserErrors) {
    this.#url = `${widget.loopback}/__control/relay`
    this.#projects = projects
    this.#problems = problems
  }

  async fault(fault: RelayFault): Promise<void> {
    if (fault.is === 'gone') this.#problems.expect(unreachable)
    for (const project of this.#projects) await call(`${this.#url}/fault`, { project, fault })
  }

  /** Makes the relay unreachable while `action` runs. */
  async disconnectWhile(action: () => Promise<void>): Promise<void> {
    await this.fault({ is: 'gone' })
    await expect.poll(async () => (await this.connections()).open).toBe(0)
    await action()
    await this.fault({ is: 'none' })
  }

  /** Counts the relay connections of this test's widget. */
  async connections(): Promise<{ readonly open: number; readonly ever: number }> {
    const [widgetProject = ''] = this.#projects
    return z.parse(connectionsSchema, await call(`${this.#url}/connections?project=${widgetProject}`))
  }
}
