// Deferred scripts and modules run in order: the script tag has created the instance.
const bridge = window.Drawbridge?.bridge
if (bridge === undefined) throw new Error('The script tag did not load')

/** @param {string} id */
function element(id) {
  const found = document.getElementById(id)
  if (found === null) throw new Error(`The page has no #${id}`)
  return found
}

bridge.subscribe('accounts', ([account]) => {
  element('connected').hidden = account === undefined
  element('account').textContent = account ? `${account.walletName}: ${account.address}` : ''
})
bridge.subscribe('event', ({ event }) => {
  element('event').textContent = event
})

/**
 * Shows the result of a call when a button is clicked, or its error by code.
 * @param {string} button
 * @param {() => Promise<unknown>} call
 */
function onClick(button, call) {
  element(button).addEventListener('click', async () => {
    element('status').textContent = ''
    element('status').textContent = String(await call().catch(errorText))
  })
}

onClick('sign', () => {
  const bytes = new TextEncoder().encode('Two coffees')
  const hex = `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
  return bridge.ethereum.request({ method: 'personal_sign', params: [hex, bridge.accounts[0]?.address] })
})
onClick('disconnect', () => bridge.disconnect().then(() => 'Disconnected.'))

/** @param {unknown} error What to show for an error of a call to the bridge, by its code. */
function errorText(error) {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 4001) return 'Request cancelled.'
  if (code === 4100) return 'Connect a wallet first.'
  if (code === 4900) return 'The wallet is not reachable. Reload the page.'
  if (code === -32002) return 'A request is already open in your wallet.'
  return 'The request failed.'
}
