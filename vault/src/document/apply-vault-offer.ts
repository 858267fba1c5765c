import { completeHostConfig } from '#shared/config/host-config.ts'
import type { VaultOffer } from '#shared/confirm/messages.ts'
import type { ConfirmWindowPorts } from '#widget/app/confirm/boot-confirm-window.ts'
import { hostConfigAtom } from '#widget/core/config.ts'
import { hostOriginAtom } from '#widget/core/host-origin.ts'
import { originStatusAtom } from '#widget/core/verify-origin.ts'

/** Copies site, project and theme of the frame into the vault's own store. */
export function applyVaultOffer({ store }: ConfirmWindowPorts, offer: VaultOffer, isProven: boolean): void {
  store.set(hostOriginAtom, offer.origin)
  store.set(originStatusAtom, isProven ? offer.status : 'unverified')
  store.set(
    hostConfigAtom,
    completeHostConfig({
      projectId: offer.projectId,
      metadata: { name: '' },
      themeMode: offer.themeMode,
      themeVariables: offer.themeVariables,
      siweConfig: undefined,
    }),
  )
}
