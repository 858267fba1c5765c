import type { Stack } from '../stack-file.ts'

/** Somebody who sells, as `widget.config.json` lists them: with a page in a window of its own, or in a frame of the widget. */
export type LocalProvider = {
  readonly id: string
  readonly name: string
  readonly feePercent: readonly [string, string]
  readonly namespaces: readonly string[]
} & ({ readonly open: 'popup' } | { readonly open: 'iframe'; readonly origins: readonly string[] })

/** Who sells in the local world: two names of one site. */
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

/** The origins whose pages stand in frames of the widget: its policy lets in these and no others. */
export const frameOrigins = (providers: readonly LocalProvider[]): readonly string[] => [
  ...new Set(providers.flatMap((one) => (one.open === 'iframe' ? one.origins : []))),
]
