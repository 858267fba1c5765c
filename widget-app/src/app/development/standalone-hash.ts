import { parseWire } from '#shared/wire-schema.ts'
import { type View, viewSchema } from '#widget/core/views.ts'

/** `#/WalletSend?{"to":"0x…"}`: a view's name and its parameters as JSON. */
export function hashOfView({ name, ...params }: View): string {
  return Object.keys(params).length === 0
    ? `#/${name}`
    : `#/${name}?${encodeURIComponent(JSON.stringify(params))}`
}

/** The view of a hash; undefined if it names none. */
export function viewOfHash(hash: string): View | undefined {
  const [, name, params] = /^#\/(\w+)(?:\?(.*))?$/.exec(hash) ?? []
  if (name === undefined) return undefined
  try {
    const rest: unknown = params === undefined ? {} : JSON.parse(decodeURIComponent(params))
    return parseWire(viewSchema, { ...(typeof rest === 'object' ? rest : {}), name }).data
  } catch {
    return undefined
  }
}

/** The page that lists every view and state. */
export const fixturesHash = '#/samples'

/** Whether a hash names the list of fixtures or one of them. */
export const isFixturesHash = (hash: string): boolean =>
  hash === fixturesHash || hash.startsWith(`${fixturesHash}/`)
