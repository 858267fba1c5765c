import type { TestWorld } from '../world.ts'

/** A wallet of the page: its id, or a setup as e2e/stack/README.md describes it. */
export type WalletChoice = string | Readonly<Record<string, unknown>>

export type OpenOptions = {
  readonly site?: 'dapp' | 'evil'
  /** Path of the host page, such as `/strict.html`. */
  readonly path?: string
  /** One of the world's projects, to which this test's tag is added; `exactProject` is a complete id instead. */
  readonly project?: string
  readonly exactProject?: string
  readonly wallets?: readonly WalletChoice[] | 'none'
  /** Options of createDrawbridge that the page reads from its query string. */
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
    // The demo page offers every ecosystem by default; a test names those that it needs.
    platforms: 'ethereum',
    networks: ethereum.join(','),
    ...rest.options,
  })
  query.set('project', rest.exactProject ?? world.project(rest.project))
  query.set('wallets', wallets === 'none' ? 'none' : JSON.stringify(wallets))
  if (rest.config !== undefined) query.set('config', JSON.stringify(rest.config))
  return `${world.stack[site].origin}${path}?${query}`
}
