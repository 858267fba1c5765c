import { decimalText } from '#shared/api/wire-formats.ts'
import { namespaceSchema } from '#shared/caip/namespace.ts'
import { onrampFeePercent } from '#shared/config/limits.ts'
import * as z from '#shared/zod.ts'
import { deployConfigAtom } from '#widget/core/config.ts'
import { featureAtom } from '#widget/core/feature-flags.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { atom } from '#widget/lib/state.ts'
import { sanitizeText } from '#widget/lib/text/sanitize-text.ts'
import { isFrameOrigin } from '../provider-page-url.ts'
import { buyerAtom } from './draft.ts'

const common = {
  /** As in the project's settings (SPEC §3: onramp via meld). */
  id: z.string().check(z.minLength(1), z.maxLength(64)),
  name: z.string().check(z.minLength(1), z.maxLength(64)),
  /** The provider's own fee range in percent; absent if only its quotes state it. */
  feePercent: z.optional(z.tuple([decimalText(), decimalText()])),
  namespaces: z.array(namespaceSchema),
}

/** By where its page opens: in a popup, or in a frame of the widget. */
const providerSchema = z.discriminatedUnion('open', [
  z.object({ ...common, open: z.literal('popup') }),
  z.object({
    ...common,
    open: z.literal('iframe'),
    /** The origins of its pages; each also has to be in `frame-src` of the widget's document. */
    origins: z
      .array(z.string().check(z.maxLength(256), z.refine(isFrameOrigin)))
      .check(z.minLength(1), z.maxLength(8)),
  }),
])

/** An onramp provider, as configured. */
export type Provider = z.output<typeof providerSchema>

const nameMaxLength = 64

/** The display name of a provider; without a visible character, its id or a question mark. */
export const providerName = ({ id, name }: Pick<Provider, 'id' | 'name'>): string =>
  sanitizeText(name, nameMaxLength) || sanitizeText(id, nameMaxLength) || '?'

/** The provider of the specification; requests to its service name no provider. */
const defaultProviderId = 'meld'

/** The specification's providers, for a deployment that lists none. */
const defaultProviders: readonly Provider[] = [
  {
    id: defaultProviderId,
    name: 'Meld',
    open: 'popup',
    feePercent: [...onrampFeePercent],
    namespaces: ['eip155', 'solana'],
  },
]

/**
 * The providers of the deployment. Invalid entries are dropped and logged for the operator. A document that cannot frame
 * other sites opens each in a popup.
 */
export const deployedProvidersAtom = atom((get): readonly Provider[] => {
  const { onrampProviders: configured, framesOthers } = get(deployConfigAtom)
  if (configured === undefined) return defaultProviders
  return configured.flatMap((entry) => {
    const provider = z.safeParse(providerSchema, entry)
    if (provider.success) {
      const displayed = { ...provider.data, name: providerName(provider.data) }
      return framesOthers ? displayed : { ...displayed, open: 'popup' as const }
    }
    get(portsAtom).log('An on-ramp provider of widget.config.json is invalid', entry)
    return []
  })
})

/** The providers for the active account that deployment, project and host allow. */
export const providersAtom = atom((get): readonly Provider[] => {
  const feature = get(featureAtom('onramp'))
  const namespace = get(buyerAtom)?.namespace
  if (feature.is !== 'on' || namespace === undefined) return []
  return get(deployedProvidersAtom).filter(
    ({ id, namespaces }) =>
      namespaces.includes(namespace) && (feature.choices.length === 0 || feature.choices.includes(id)),
  )
})

const selectedIdAtom = atom<string | undefined>(undefined)

/** The selected provider, otherwise the first. Write an id to select one. */
export const providerAtom = atom(
  (get): Provider | undefined => {
    const providers = get(providersAtom)
    return providers.find(({ id }) => id === get(selectedIdAtom)) ?? providers[0]
  },
  (_get, set, id: string) => set(selectedIdAtom, id),
)

/** The selected provider's id for requests. SPEC §7 has no such field, so it is undefined for the default provider. */
export const requestedProviderAtom = atom((get): string | undefined => {
  const id = get(providerAtom)?.id
  return id === defaultProviderId ? undefined : id
})
