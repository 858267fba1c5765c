import { expect, type Frame, type Page } from '@playwright/test'
import type { Dapp } from '../pages/dapp.ts'
import type { TestWorld } from '../world.ts'
import { installRawPeer, type RawPort, type RawResponse } from './raw-peer-script.ts'

/** Configuration that a hostile host sends to the widget. */
export const hostConfig = (world: TestWorld) => ({
  projectId: world.project('careless'),
  metadata: { name: 'A page that attacks' },
  platforms: ['ethereum'],
  networks: ['eip155:1'],
})

/** An end of link v1 that a hostile page implements itself. */
export class RawPeer {
  readonly target: Page | Frame
  readonly src: string
  /** Hostile widget only: the id of its link session. */
  readonly sid: string

  constructor(target: Page | Frame, { src = '', sid = '' } = {}) {
    this.target = target
    this.src = src
    this.sid = sid
  }

  /** Loads a new widget document and completes the handshake as its host. */
  async link(patch: Readonly<Record<string, unknown>> = {}): Promise<void> {
    await this.target.evaluate((src) => window.rawPeer.mount(src), this.src)
    await this.init(patch)
    await expect
      .poll(() => this.received('ctl'), 'the widget accepts')
      .toContainEqual(expect.objectContaining({ t: 'accept' }))
  }

  init(patch: Readonly<Record<string, unknown>> = {}, portCount = 3): Promise<void> {
    return this.target.evaluate(([fields, ports]) => window.rawPeer.init(fields, ports), [
      patch,
      portCount,
    ] as const)
  }

  /** Messages received on a port of the current link. */
  received(port: RawPort): Promise<unknown[]> {
    return this.target.evaluate((name) => window.rawPeer.received[name], port)
  }

  windowMessages() {
    return this.target.evaluate(() => window.rawPeer.windowMessages)
  }

  post(port: RawPort, message: unknown): Promise<void> {
    return this.target.evaluate(([name, data]) => window.rawPeer.post(name, data), [port, message] as const)
  }

  /** Sends a well-formed call; resolves with the response inside comlink's frame. */
  async call(method: string, params: unknown = {}, envelope: Readonly<Record<string, unknown>> = {}) {
    const reply = await this.target.evaluate(
      ([name, data, fields]) => window.rawPeer.call(window.rawPeer.frame(name, data, fields)),
      [method, params, envelope] as const,
    )
    return Object(reply).value
  }

  /** Sends a well-formed call without waiting for its response; resolves with the id of its envelope. */
  startCall(method: string, params: unknown = {}): Promise<string> {
    return this.target.evaluate(
      ([name, data]) => {
        const id = crypto.randomUUID().replaceAll('-', '')
        window.rawPeer.post('calls', window.rawPeer.frame(name, data, { id }))
        return id
      },
      [method, params] as const,
    )
  }

  /** Sets the response to a method of the other end from now on. */
  respondWith(method: string, answer: RawResponse): Promise<void> {
    return this.target.evaluate(
      ([name, known]) => {
        window.rawPeer.responses[name] = known
      },
      [method, answer] as const,
    )
  }

  /** Whether the frame of this peer is detached from the page. */
  isGone(): boolean {
    return 'isDetached' in this.target && this.target.isDetached()
  }

  /** Waits until the other end has closed the link after three strikes, and no longer responds. */
  async isClosedByStrikes(): Promise<void> {
    await expect
      .poll(() => this.received('ctl'), 'three strikes close the link')
      .toContainEqual(expect.objectContaining({ t: 'bye', reason: 'strike' }))
    const after = await this.target.evaluate(() =>
      Promise.race([
        window.rawPeer.call(window.rawPeer.frame('state.get', {})),
        // Takes longer than any response of an open link.
        fetch(location.href).then(() => 'silence'),
      ]),
    )
    expect(after).toBe('silence')
  }
}

/** Opens a hostile host without the SDK: the evil site, in a project that lists it. */
export async function openHostileHost(page: Page, world: TestWorld): Promise<RawPeer> {
  await page.addInitScript(installRawPeer)
  await page.goto(`${world.stack.evil.origin}/raw.html`)
  const project = encodeURIComponent(world.project('careless'))
  return new RawPeer(page, { src: `${world.stack.widget.origin}/embed/1/${project}` })
}

/** Opens a page whose SDK loads its widget from the evil site: a compromised widget. */
export async function openWithHostileWidget(dapp: Dapp, page = dapp.page): Promise<void> {
  await page.addInitScript(installRawPeer)
  await page.goto(dapp.url({ config: { widgetUrl: dapp.world.stack.evil.origin } }))
}

/** Opens the modal by the page's SDK and returns the hostile widget that completed the handshake. */
export async function openHostileWidget(page: Page): Promise<RawPeer> {
  await page.evaluate(() => {
    window.bridge.openModal().catch(() => {})
  })
  let peer: RawPeer | undefined
  await expect(async () => {
    const frame = page.frames().findLast((known) => known.url().includes('/embed/1/'))
    if (frame === undefined) throw new Error('The page has no widget frame')
    // A `modal.open` call shows that the link is open; its session id exists only then.
    expect(JSON.stringify(await new RawPeer(frame).received('replies'))).toContain('modal.open')
    peer = new RawPeer(frame, { sid: await frame.evaluate(() => window.rawPeer.sid) })
  }).toPass()
  if (peer === undefined) throw new Error('No hostile widget')
  return peer
}
