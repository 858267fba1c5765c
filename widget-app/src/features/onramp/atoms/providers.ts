import * as z from '#shared/zod.ts'
import { deployConfigAtom } from '#widget/core/config.ts'
import { featureAtom } from '#widget/core/feature-flags.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { atom } from '#widget/lib/state.ts'
import {
  defaultProviderId,
  defaultProviders,
  type Provider,
  providerName,
  providerSchema,
} from '../provider.ts'
import { buyerAtom } from './draft.ts'

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
