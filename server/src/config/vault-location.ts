import type { Config } from './config-schema.ts'

/** Where the vault's document is. */
export type VaultLocation = {
  readonly origin: string
  /** Relying party id of passkeys: the widget's host, so that they outlast a move of the vault to another host below it. */
  readonly rpId: string
}

/**
 * The vault's location: by default the host `vault.` below the widget's. On a host elsewhere the vault is its own relying
 * party, because WebAuthn allows only the host itself and domains above it.
 */
export function vaultLocation({
  publicUrl,
  embeddedWallet,
}: Pick<Config, 'publicUrl'> & {
  readonly embeddedWallet: Pick<Config['embeddedWallet'], 'vaultUrl'>
}): VaultLocation {
  const widget = new URL(publicUrl)
  const vault = new URL(embeddedWallet.vaultUrl ?? `${widget.protocol}//vault.${widget.host}`)
  const isBelow = vault.hostname === widget.hostname || vault.hostname.endsWith(`.${widget.hostname}`)
  // Browsers allow no relying party of one label but `localhost` itself.
  const isAllowed = isBelow && widget.hostname.includes('.')
  return { origin: vault.origin, rpId: isAllowed ? widget.hostname : vault.hostname }
}
