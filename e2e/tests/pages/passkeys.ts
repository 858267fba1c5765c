import type { VaultPage } from './embedded-wallet.ts'

/** A passkey as Chromium's virtual authenticator has it, without the secret of its `prf` extension. */
export type PasskeyCredential = {
  readonly credentialId: string
  readonly isResidentCredential: boolean
  readonly privateKey: string
  readonly signCount: number
}

/**
 * Gives a page an authenticator of the browser, with the `prf` extension or without. It is the page's, and gone with it.
 * @returns a function that reads its passkeys.
 */
export async function addAuthenticator(
  { page }: VaultPage,
  hasPrf: boolean,
  passkeys: readonly PasskeyCredential[] = [],
): Promise<() => Promise<readonly PasskeyCredential[]>> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      hasPrf,
      automaticPresenceSimulation: true,
      // Its provider synchronizes it.
      defaultBackupEligibility: true,
      defaultBackupState: true,
    },
  })
  for (const credential of passkeys)
    await session.send('WebAuthn.addCredential', { authenticatorId, credential })
  return async () => (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials
}
