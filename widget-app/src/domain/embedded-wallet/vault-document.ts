import { deployConfigAtom } from '#widget/core/config.ts'
import type { Getter } from '#widget/lib/state.ts'

/** URL of the vault's document. @throws TypeError if the deployment has no vault */
export function vaultDocument(get: Getter): string {
  const { vaultUrl } = get(deployConfigAtom)
  if (vaultUrl === undefined) throw new TypeError('The deployment has no vault')
  return `${vaultUrl}/`
}
