import { expect, type Frame, type Page } from '@playwright/test'
import type { Dapp } from '../pages/dapp.ts'
import type { TestWorld } from '../world.ts'
import { installRawPeer, type RawAnswer, type RawPort } from './raw-peer-script.ts'

/** What a host page sends the widget in the attacks. */
export const hostConfig = (world: TestWorld) => ({
  projectId: world.project('careless'),
  metadata: { name: 'A page that attacks' },
  platforms: ['ethereum'],
  networks: ['eip155:1'],
})

/** An end of link v1 that a hostile page implements itself. */
export class RawPeer {
  readonly place: Page | Frame
  readonly src: string
  /** Of a hostile widget: the session it was found in. */
  readonly sid: string

  constructor(place: Page | Frame, { src = '', sid = '' } = {}) {
    this.place = place
    this.src = src
    this.sid = sid
  }

  /** Loads a fresh widget document and shakes hands with it as its host. */
  async link(patch: Readonly<Record<string, unknown>> = {}): Promise<void> {
    await this.place.evaluate((src) => window.rawPeer.mount(src), this.src)
    await this.init(patch)
    await expect
      .poll(() => this.heard('ctl'), 'the widget accepts')
      .toContainEqual(expect.objectContaining({ t: 'accept' }))
  }

  init(patch: Readonly<Record<string, unknown>> = {}, portCount = 3): Promise<void> {
    return this.place.evaluate(([fields, ports]) => window.rawPeer.init(fields, ports), [
      patch,
      portCount,
    ] as const)
  }

  /** Everything that came out of a port of the present link. */
  heard(port: RawPort): Promise<unknown[]> {
    return this.place.evaluate((name) => window.rawPeer.heard[name], port)
  }

  windowMessages() {
    return this.place.evaluate(() => window.rawPeer.windowMessages)
  }

  post(port: RawPort, message: unknown): Promise<void> {
    return this.place.evaluate(([name, data]) => window.rawPeer.post(name, data), [port, message] as const)
  }

  /** A well-formed call; resolves with the response inside comlink's frame. */
  async call(method: string, params: unknown = {}, envelope: Readonly<Record<string, unknown>> = {}) {
    const reply = await this.place.evaluate(
      ([name, data, fields]) => window.rawPeer.ask(window.rawPeer.frame(name, data, fields)),
      [method, params, envelope] as const,
    )
    return Object(reply).value
  }

  /** Sends a well-formed call and does not wait for its answer; resolves with the id of its envelope. */
  begin(method: string, params: unknown = {}): Promise<string> {
    return this.place.evaluate(
      ([name, data]) => {
        const id = crypto.randomUUID().replaceAll('-', '')
        window.rawPeer.post('calls', window.rawPeer.frame(name, data, { id }))
        return id
      },
      [method, params] as const,
    )
  }

  /** Its response to a call of the other end from now on. */
  answers(method: string, answer: RawAnswer): Promise<void> {
    return this.place.evaluate(
      ([name, known]) => {
        window.rawPeer.answers[name] = known
      },
      [method, answer] as const,
    )
  }

  /** Whether the document it spoke from has left the page. */
  isGone(): boolean {
    return 'isDetached' in this.place && this.place.isDetached()
  }

  /** Waits until the other end has closed the link over three strikes, and answers nothing any more. */
  async isStruckOut(): Promise<void> {
    await expect
      .poll(() => this.heard('ctl'), 'three strikes close the link')
      .toContainEqual(expect.objectContaining({ t: 'bye', reason: 'strike' }))
    const after = await this.place.evaluate(() =>
      Promise.race([
        window.rawPeer.ask(window.rawPeer.frame('state.get', {})),
        // Takes longer than any answer of a living link.
        fetch(location.href).then(() => 'silence'),
      ]),
    )
    expect(after).toBe('silence')
  }
}

/** A hostile page which is a host of its own making: the evil site, in a project that lists it. */
export async function openHostileHost(page: Page, world: TestWorld): Promise<RawPeer> {
  await page.addInitScript(installRawPeer)
  await page.goto(`${world.stack.evil.origin}/raw.html`)
  const project = encodeURIComponent(world.project('careless'))
  return new RawPeer(page, { src: `${world.stack.widget.origin}/embed/1/${project}` })
}

/** Opens a page whose SDK is pointed at the evil site: a widget gone bad. */
export async function openDeceived(dapp: Dapp, page = dapp.page): Promise<void> {
  await page.addInitScript(installRawPeer)
  await page.goto(dapp.url({ config: { widgetUrl: dapp.world.stack.evil.origin } }))
}

/** Asks the page's SDK to open and returns the hostile document that it shook hands with. */
export async function openHostileWidget(page: Page): Promise<RawPeer> {
  await page.evaluate(() => {
    window.bridge.openModal().catch(() => {})
  })
  let peer: RawPeer | undefined
  await expect(async () => {
    const frame = page.frames().findLast((known) => known.url().includes('/embed/1/'))
    if (frame === undefined) throw new Error('The page has no widget frame')
    // Whoever waits for the modal waits on a link that is ready; its session is known only then.
    expect(JSON.stringify(await new RawPeer(frame).heard('replies'))).toContain('modal.open')
    peer = new RawPeer(frame, { sid: await frame.evaluate(() => window.rawPeer.sid) })
  }).toPass()
  if (peer === undefined) throw new Error('No hostile widget')
  return peer
}
