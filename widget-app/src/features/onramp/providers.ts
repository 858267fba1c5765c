import * as z from 'zod/mini'
import { decimalText } from '#shared/api/wire-formats.ts'
import { namespaceSchema } from '#shared/caip/namespace.ts'
import { onrampFeePercent } from '#shared/config/limits.ts'
import { deployConfigAtom } from '#widget/core/config.ts'
import { featureAtom } from '#widget/core/feature-flags.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { atom } from '#widget/lib/state.ts'
import { sanitizeText } from '#widget/lib/text/sanitize-text.ts'
import { buyerAtom } from './atoms.ts'
import { isFrameOrigin } from './provider-page-url.ts'

const common = {
  /** As in the project's settings (SPEC §3: onramp via meld). */
  id: z.string().check(z.minLength(1), z.maxLength(64)),
  name: z.string().check(z.minLength(1), z.maxLength(64)),
  /** Its own fee, from and to, in percent; absent where it states it with each quote alone. */
  feePercent: z.optional(z.tuple([decimalText(), decimalText()])),
  namespaces: z.array(namespaceSchema),
}

/** By where its page opens: in a window of its own, or in a frame of the widget. */
const providerSchema = z.discriminatedUnion('open', [
  z.object({ ...common, open: z.literal('popup') }),
  z.object({
    ...common,
    open: z.literal('iframe'),
    /** Of its pages; each belongs into `frame-src` of the widget's document too. */
    origins: z
      .array(z.string().check(z.maxLength(256), z.refine(isFrameOrigin)))
      .check(z.minLength(1), z.maxLength(8)),
  }),
])

/** Somebody who sells for money, as data. */
export type Provider = z.output<typeof providerSchema>

const nameMaxLength = 64

/** A provider's name as it is shown; without a visible character, its id or a question mark. */
export const providerName = ({ id, name }: Pick<Provider, 'id' | 'name'>): string =>
  sanitizeText(name, nameMaxLength) || sanitizeText(id, nameMaxLength) || '?'

/** The provider of the spec, whose service speaks of no other. */
const specProvider = 'meld'

/** Those of the spec, where a deployment lists none of its own. */
const defaultProviders: readonly Provider[] = [
  {
    id: specProvider,
    name: 'Meld',
    open: 'popup',
    feePercent: [...onrampFeePercent],
    namespaces: ['eip155', 'solana'],
  },
]

/**
 * Everybody the deployment works with. An entry that makes no sense is left out, and the operator's log says so. Where no
 * frame of another site can stand, each opens in a window.
 */
export const deployedProvidersAtom = atom((get): readonly Provider[] => {
  const { onrampProviders: listed, framesOthers } = get(deployConfigAtom)
  if (listed === undefined) return defaultProviders
  return listed.flatMap((entry) => {
    const provider = z.safeParse(providerSchema, entry)
    if (provider.success) {
      const own = { ...provider.data, name: providerName(provider.data) }
      return framesOthers ? own : { ...own, open: 'popup' as const }
    }
    get(portsAtom).log('A provider of widget.config.json makes no sense', entry)
    return []
  })
})

/** Who sells to the account in use: what deployment, project and host allow. */
export const providersAtom = atom((get): readonly Provider[] => {
  const feature = get(featureAtom('onramp'))
  const namespace = get(buyerAtom)?.namespace
  if (feature.is !== 'on' || namespace === undefined) return []
  return get(deployedProvidersAtom).filter(
    ({ id, namespaces }) =>
      namespaces.includes(namespace) && (feature.choices.length === 0 || feature.choices.includes(id)),
  )
})

const chosenIdAtom = atom<string | undefined>(undefined)

/** The provider to buy from: the person's choice, else the first one. Write an id to choose. */
export const providerAtom = atom(
  (get): Provider | undefined => {
    const providers = get(providersAtom)
    return providers.find(({ id }) => id === get(chosenIdAtom)) ?? providers[0]
  },
  (_get, set, id: string) => set(chosenIdAtom, id),
)

/** The chosen provider, as the service is told of it: SPEC §7 names none, so that its own goes without saying. */
export const trackProviderAtom = atom((get): string | undefined => {
  const id = get(providerAtom)?.id
  return id === specProvider ? undefined : id
})
