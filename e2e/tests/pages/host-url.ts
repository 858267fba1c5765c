import type { TestWorld } from '../world.ts'

/** A wallet of the page: its id, or a setup as e2e/stack/README.md describes it. */
export type WalletChoice = string | Readonly<Record<string, unknown>>

export type OpenOptions = {
  readonly site?: 'dapp' | 'evil'
  /** Path of the host page, such as `/strict.html`. */
  readonly path?: string
  /** One of the world's projects, which gets this test's tag; or a whole id with `exactProject`. */
  readonly project?: string
  readonly exactProject?: string
  readonly wallets?: readonly WalletChoice[] | 'none'
  /** Options of createDrawbridge as the page reads them from its address. */
  readonly options?: Readonly<Record<string, string>>
  /** Options of createDrawbridge as an object; they override all others. */
  readonly config?: Readonly<Record<string, unknown>>
}

/** URL of a host page with these options. */
export function hostUrl(
  world: TestWorld,
  { site = 'dapp', path = '/', wallets = 'none', ...rest }: OpenOptions,
): string {
  const ethereum = world.stack.chains.filter(({ configured }) => configured).map(({ id }) => id)
  const query = new URLSearchParams({
    // By default the demo page offers everything; a test names what it needs.
    platforms: 'ethereum',
    networks: ethereum.join(','),
    ...rest.options,
  })
  query.set('project', rest.exactProject ?? world.project(rest.project))
  query.set('wallets', wallets === 'none' ? 'none' : JSON.stringify(wallets))
  if (rest.config !== undefined) query.set('config', JSON.stringify(rest.config))
  return `${world.stack[site].origin}${path}?${query}`
}
