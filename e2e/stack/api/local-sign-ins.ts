import type { SignInStore, StoredSignIn } from '#server/ports/stores/sign-ins.ts'

/** The server's store, and who is signed in by it now, for tests to read. */
export function watchSignIns(store: SignInStore) {
  const sessions = new Map<string, StoredSignIn>()
  const watched: SignInStore = {
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
    store: watched,
    signedIn: () =>
      [...sessions.values()].map(({ message, email }) => ({
        account: `${message.chainId}:${message.accountAddress}`,
        domain: message.domain,
        email: email ?? null,
      })),
  }
}
