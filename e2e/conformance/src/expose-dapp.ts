import type { LibraryDapp } from './library-dapp.ts'

/** Receives a component's functions after every render. */
export type ExposeDapp = (dapp: LibraryDapp) => void

/** The dApp of a hooks library: calls the functions of the latest render. Resolves after the first one. */
export function exposeDapp(render: (hand: ExposeDapp) => void): Promise<LibraryDapp> {
  return new Promise((resolve) => {
    let latest: LibraryDapp | undefined
    const now = () => {
      if (latest === undefined) throw new Error('Nothing was rendered yet')
      return latest
    }
    render((dapp) => {
      const isFirst = latest === undefined
      latest = dapp
      if (!isFirst) return
      const { signTypedData, switchChain } = dapp
      resolve({
        connect: () => now().connect(),
        disconnect: async () => now().disconnect?.(),
        signMessage: (message) => now().signMessage(message),
        send: (payment) => now().send(payment),
        call: (payment) => now().call(payment),
        ...(signTypedData && { signTypedData: async () => (await now().signTypedData?.()) ?? '' }),
        ...(switchChain && { switchChain: async (id) => now().switchChain?.(id) }),
      })
    })
  })
}
