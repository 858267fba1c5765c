import type { Stack } from '../stack-file.ts'

/** An onramp provider in `widget.config.json`. Its page opens in a popup, or in an iframe of the widget. */
export type LocalProvider = {
  readonly id: string
  readonly name: string
  readonly feePercent: readonly [string, string]
  readonly namespaces: readonly string[]
} & ({ readonly open: 'popup' } | { readonly open: 'iframe'; readonly origins: readonly string[] })

/** The onramp providers of the local world: one site, two names. */
export const localProviders = ({ onramp }: Pick<Stack, 'onramp'>): readonly LocalProvider[] => [
  { id: 'meld', name: 'Meld', open: 'popup', feePercent: ['1', '2'], namespaces: ['eip155', 'solana'] },
  {
    id: 'quay',
    name: 'Quay Pay',
    open: 'iframe',
    origins: [onramp.origin],
    feePercent: ['1.5', '1.5'],
    namespaces: ['eip155'],
  },
]

/** The origins that the widget's policy allows in iframes. */
export const frameOrigins = (providers: readonly LocalProvider[]): readonly string[] => [
  ...new Set(providers.flatMap((one) => (one.open === 'iframe' ? one.origins : []))),
]
