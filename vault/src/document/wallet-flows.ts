import type { WalletSignatures } from '#shared/api/embedded-account.ts'
import { type Bytes, eraseBytes } from '../core/bytes.ts'
import { PasskeyCancelledError, PasskeyUnfitError } from '../wallet/authenticator.ts'
import {
  hasLocalWallet,
  OtherWalletError,
  openLocalWallet,
  openOrCreateWallet,
  PasskeyNeededError,
  storeLocally,
  WalletNotHereError,
  withKeys,
} from '../wallet/local-wallet.ts'
import { addPasskey, openByPasskey, removePasskey } from '../wallet/passkeys.ts'
import { openByCode, requireOwnWallet, StepUpNeededError } from '../wallet/recovery.ts'
import { openAgainstDeletion } from './deletion-warning.ts'
import { type FlowPorts, followDevice, retried, wait } from './flow-ports.ts'
import { loadRecovery } from './load-recovery.ts'
import { loadTransfer } from './load-transfer.ts'
import { proveByPasskey, proveUser } from './proof-flows.ts'
import { problemOf } from './vault-problem.ts'
import type { PasskeyChoice, RestoreWay, VaultProblem } from './vault-screen.ts'

/**
 * Opens the wallet on this device, after a proof by a passkey if the server wants one; a user without it may use another way. A
 * wallet that no longer opens here, as after the device was revoked, is restored. The caller erases the entropy.
 */
export const unlock = (ports: FlowPorts): Promise<Bytes> => openAgainstDeletion(ports, () => openHere(ports))

async function openHere(ports: FlowPorts): Promise<Bytes> {
  const { session, records } = ports
  try {
    return await openLocalWallet(session, records)
  } catch (error) {
    if (error instanceof WalletNotHereError) return restore(ports)
    if (!(error instanceof PasskeyNeededError)) throw error
  }
  try {
    return await openAfterPasskey(ports)
  } catch (error) {
    if (!(error instanceof PasskeyCancelledError)) throw error
    return openWithout(ports, problemOf(error).problem)
  }
}

async function openAfterPasskey(ports: FlowPorts): Promise<Bytes> {
  await proveByPasskey(ports)
  ports.show(wait('vault.signing'))
  return openLocalWallet(ports.session, ports.records)
}

/** Whether this device has the wallet, as `hasLocalWallet`. */
export const isHere = ({ session, records }: FlowPorts): Promise<boolean> => hasLocalWallet(session, records)

/**
 * Lets the user create the wallet; afterwards it is stored on this device. False: another device has created it meanwhile, and it is
 * not here.
 */
export async function create(ports: FlowPorts): Promise<boolean> {
  const { ask, show, persistStorage } = ports
  await ask<void>((answer) => ({ is: 'create', answer }))
  show(wait('vault.creating'))
  persistStorage()
  return complete(ports)
}

/** Creates the wallet, or completes one whose document was closed before the server knew it. Results as of `create`. */
export function complete(ports: FlowPorts): Promise<boolean> {
  const { session, records, show, ask } = ports
  const open = () => openOrCreateWallet(session, records)
  return retried(ask, async () => {
    show(wait('vault.creating'))
    try {
      const entropy = await open().catch(async (error: unknown) => {
        if (!(error instanceof PasskeyNeededError)) throw error
        await proveByPasskey(ports)
        return open()
      })
      eraseBytes(entropy)
      return true
    } catch (error) {
      if (!(error instanceof OtherWalletError)) throw error
      await session.reload()
      return false
    }
  })
}

/** Opens the wallet by a passkey, a code or the words, which the user enters. Undefined: the user went back. */
async function openBy(way: RestoreWay, ports: FlowPorts): Promise<Bytes | undefined> {
  const { session, authenticator, show, ask } = ports
  if (way === 'device') return (await loadTransfer()).receiveWallet(ports)
  if (way === 'assisted') return (await loadRecovery()).recoverByOperator(ports)
  if (way === 'passkey') {
    show(followDevice)
    return openByPasskey(session, authenticator)
  }
  const entered = await ask<Bytes | undefined>((answer) =>
    way === 'code' ? { is: 'enter-code', answer } : { is: 'enter-phrase', answer },
  )
  if (entered === undefined) return undefined
  show(wait('vault.restoring'))
  if (way === 'code') return openByEnteredCode(ports, entered)
  try {
    await requireOwnWallet(session, entered)
    return entered
  } catch (error) {
    eraseBytes(entered)
    throw error
  }
}

async function openByEnteredCode(ports: FlowPorts, factor: Bytes): Promise<Bytes | undefined> {
  const { session, show } = ports
  try {
    return await openByCode(session, factor).catch(async (error: unknown) => {
      if (!(error instanceof StepUpNeededError)) throw error
      if (!(await proveUser(ports, 'code'))) return undefined
      show(wait('vault.restoring'))
      return openByCode(session, factor)
    })
  } finally {
    eraseBytes(factor)
  }
}

/** Lets the user choose a way to open the wallet until one does. The caller erases the entropy. */
async function chooseWay(
  ports: FlowPorts,
  isOnDevice: boolean,
  open: (way: RestoreWay) => Promise<Bytes | undefined>,
  earlier?: VaultProblem,
): Promise<Bytes> {
  const { session, ask, persistStorage } = ports
  const { envelopes, recovery } = session.account()
  const kinds = envelopes.filter(({ isComplete }) => isComplete)
  // Its texts load with it.
  const part = recovery && (await loadRecovery().catch(() => undefined))
  // A recovery that this browser has requested goes on.
  let next: RestoreWay | undefined =
    recovery === 'requested' && (await part?.isAwaitedHere(ports)) ? 'assisted' : undefined
  const hasPasskey = isOnDevice || kinds.some(({ kind }) => kind === 'passkey')
  const ways: readonly RestoreWay[] = [
    'device',
    ...(hasPasskey ? (['passkey'] as const) : []),
    ...(kinds.some(({ kind }) => kind === 'recovery') ? (['code'] as const) : []),
    ...(part && kinds.some(({ kind }) => kind === 'assisted') ? (['assisted'] as const) : []),
    'phrase',
  ]
  let problem = earlier
  for (;;) {
    const shown = problem
    const way =
      next ??
      (await ask<RestoreWay>((answer) => ({
        is: 'restore',
        ...{ isOnDevice, ways, problem: shown, answer },
      })))
    next = undefined
    problem = undefined
    persistStorage()
    try {
      const entropy = await open(way)
      if (entropy !== undefined) return entropy
    } catch (error) {
      problem = restoreProblem(way, error)
    }
  }
}

/** Runs what follows the opening of the wallet; a failure erases the entropy. */
export async function erasedOnFailure(entropy: Bytes, follow: () => Promise<void>): Promise<Bytes> {
  try {
    await follow()
    return entropy
  } catch (error) {
    eraseBytes(entropy)
    throw error
  }
}

/**
 * Lets the user bring the wallet to this device; resolves once it is stored here. The caller erases the entropy.
 * @param earlier why an attempt before this one failed.
 */
export async function restore(ports: FlowPorts, earlier?: VaultProblem): Promise<Bytes> {
  const { session, records, show } = ports
  const open = async (way: RestoreWay) => {
    const entropy = await openBy(way, ports)
    if (entropy === undefined) return undefined
    return erasedOnFailure(entropy, async () => {
      show(wait('vault.restoring'))
      await storeLocally(session, records, entropy)
      if (way === 'assisted') await (await loadRecovery()).completeRecovery(ports, entropy)
      if (way !== 'passkey') await reviewPasskeys(ports, entropy)
    })
  }
  return chooseWay(ports, false, open, earlier)
}

/** Opens the wallet on this device for a user whose passkey was not used, as one that was lost. */
function openWithout(ports: FlowPorts, earlier: VaultProblem): Promise<Bytes> {
  return chooseWay(
    ports,
    true,
    async (way) => {
      if (way === 'passkey') return openAfterPasskey(ports)
      const entropy = await openBy(way, ports)
      return (
        entropy &&
        erasedOnFailure(entropy, async () => {
          if (way === 'assisted') await (await loadRecovery()).completeRecovery(ports, entropy)
          await reviewPasskeys(ports, entropy)
        })
      )
    },
    earlier,
  )
}

/** Whether passkeys can be removed: the last way to log in cannot. */
export const hasRemovablePasskey = ({ session }: FlowPorts): boolean => {
  const { passkeys, identities } = session.account()
  return passkeys.length > 0 && passkeys.length + identities.length > 1
}

/** Whether the user confirms the removal of a passkey. */
function confirmsRemoval({ session, ask }: FlowPorts, id: string): Promise<boolean> {
  const name = session.account().passkeys.find((passkey) => passkey.id === id)?.name ?? ''
  return ask<boolean>((answer) => ({ is: 'remove-passkey', name, answer }))
}

/** Lets the user remove passkeys, or add one that this device has: without any of them it does not sign. */
export async function reviewPasskeys(ports: FlowPorts, entropy: Bytes): Promise<void> {
  const { session, show, ask, passkeyName } = ports
  let problem: VaultProblem | undefined
  while (hasRemovablePasskey(ports)) {
    const shown = problem
    const { passkeys } = session.account()
    const choice = await ask<PasskeyChoice>((answer) => ({
      is: 'passkeys',
      ...{ passkeys, problem: shown, answer },
    }))
    if (choice.is === 'keep') return
    problem = undefined
    try {
      if (choice.is === 'remove' && !(await confirmsRemoval(ports, choice.id))) continue
      if (!(await proveUser(ports, 'code'))) continue
      show(choice.is === 'add' ? followDevice : wait('vault.loading'))
      if (choice.is === 'remove') await removePasskey(ports, entropy, choice.id)
      else {
        await addPasskey(ports, entropy, passkeyName())
        return
      }
    } catch (error) {
      problem = problemOf(error).problem
      // A change whose response was lost may have been made.
      await session.reload().catch(() => undefined)
    }
  }
}

/**
 * Lets the user confirm a change of the account, and signs the server's challenge with the wallet's keys.
 * @param requestChallenge gets the challenge of the session that makes the change.
 */
export async function prove(
  ports: FlowPorts,
  requestChallenge: () => Promise<string>,
): Promise<WalletSignatures> {
  const { session, show, ask } = ports
  await ask<void>((answer) => ({ is: 'prove', answer }))
  return retried(ask, async () => {
    show(wait('vault.signing'))
    const entropy = await unlock(ports)
    try {
      const challenge = await requestChallenge()
      // The id of an envelope has no dot: what completes one is signed only where it is created.
      if (!/^v\d+\./.test(challenge)) throw new TypeError('The challenge is not one of the server')
      return await withKeys(entropy, (keys) => keys.signProof(session.userId, challenge))
    } finally {
      eraseBytes(entropy)
    }
  })
}

/** Problems of another wallet than the user's, by the way that led to it. */
const otherWallet: Partial<Record<RestoreWay, VaultProblem>> = {
  phrase: 'vault.phrase-other',
  device: 'vault.transfer-failed',
}

/** What the user reads of an error while the wallet is brought to this device. */
export function restoreProblem(way: RestoreWay, error: unknown): VaultProblem {
  // A user without the wallet's keys here cannot save another way.
  if (error instanceof PasskeyUnfitError) return 'vault.passkey-opens-nothing'
  const { problem } = problemOf(error)
  return (problem === 'vault.failed-other' && otherWallet[way]) || problem
}
