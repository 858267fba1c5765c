import type { RecoveryKeys } from '../recovery-keys.ts'

/** Key pairs of one browser, which several windows share, in memory. Test only. */
export function memoryRecoveryKeys(): RecoveryKeys {
  const pairs = new Map<string, CryptoKeyPair>()
  return {
    put: async (publicKey, pair) => void pairs.set(publicKey, pair),
    load: async (publicKey) => pairs.get(publicKey),
    remove: async (publicKey) => void pairs.delete(publicKey),
  }
}
