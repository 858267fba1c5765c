import type { SignInStore, StoredSignIn } from '#server/ports/stores/sign-ins.ts'

/** Wraps the server's store and tracks its current sign-ins for tests. */
export function trackSignIns(store: SignInStore) {
  const sessions = new Map<string, StoredSignIn>()
  const trackedStore: SignInStore = {
    ...store,
    addSession: async (session) => {
      await store.addSession(session)
      sessions.set(session.tokenHash, session)
    },
    removeSession: async (tokenHash) => {
      await store.removeSession(tokenHash)
      sessions.delete(tokenHash)
    },
  }
  return {
    store: trackedStore,
    currentSignIns: () =>
      [...sessions.values()].map(({ message, email }) => ({
        account: `${message.chainId}:${message.accountAddress}`,
        domain: message.domain,
        email: email ?? null,
      })),
  }
}
