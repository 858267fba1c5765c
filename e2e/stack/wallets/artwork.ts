/** A base64 data URL, the form that the Wallet Standard requires for a wallet's icon. */
const svg = (body: string) =>
  `data:image/svg+xml;base64,${btoa(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="96" height="96">${body}</svg>`)}`

/** Harbour Wallet: a lighthouse over two waves. */
export const harbourIcon = svg(
  '<rect width="96" height="96" fill="#0b4f6c"/>' +
    '<path d="M48 18 60 32H36z" fill="#f4d35e"/>' +
    '<path d="M40 34h16v6H40z" fill="#fff"/>' +
    '<path d="M41 42h14l4 26H37z" fill="#fff"/>' +
    '<path d="M40 50h16l1 7H39z" fill="#e4572e"/>' +
    '<path d="M12 74q9-8 18 0t18 0 18 0 18 0v22H12z" fill="#1b98c4"/>' +
    '<path d="M0 82q10-8 20 0t20 0 20 0 20 0 20 0v14H0z" fill="#56c2e6"/>',
)

/** Lantern Wallet: a lit lantern at dusk. */
export const lanternIcon = svg(
  '<rect width="96" height="96" fill="#3b2c5a"/>' +
    '<circle cx="48" cy="52" r="30" fill="#f2a541" opacity=".25"/>' +
    '<path d="M40 22a8 8 0 0 1 16 0" fill="none" stroke="#f7e8cf" stroke-width="4"/>' +
    '<path d="M34 26h28l4 8H30z" fill="#f7e8cf"/>' +
    '<rect x="33" y="36" width="30" height="34" rx="3" fill="#f2a541"/>' +
    '<path d="M48 42c7 8 8 12 8 15a8 8 0 0 1-16 0c0-3 1-7 8-15z" fill="#fff4d6"/>' +
    '<path d="M30 72h36v6H30z" fill="#f7e8cf"/>',
)

/** Beacon Wallet, which only injects `window.ethereum`: three rings. */
export const beaconIcon = svg(
  '<rect width="96" height="96" fill="#24523b"/>' +
    '<circle cx="48" cy="48" r="12" fill="#d9f2c4"/>' +
    '<circle cx="48" cy="48" r="22" fill="none" stroke="#d9f2c4" stroke-width="4" opacity=".7"/>' +
    '<circle cx="48" cy="48" r="32" fill="none" stroke="#d9f2c4" stroke-width="4" opacity=".35"/>',
)

/** Trellis Wallet, for Polkadot: a trellis with one leaf. */
export const trellisIcon = svg(
  '<rect width="96" height="96" fill="#f3e6d0"/>' +
    '<path d="M28 14v68M48 14v68M68 14v68M14 30h68M14 50h68M14 70h68" stroke="#8a5a34" stroke-width="5"/>' +
    '<path d="M50 48c2-14 14-20 26-18 0 12-8 22-26 18z" fill="#4c8c3b"/>',
)

/** Voyager, a wallet with all three namespaces: a ship under a star. */
export const voyagerIcon = svg(
  '<rect width="96" height="96" fill="#12263f"/>' +
    '<path d="M70 16l3 7 7 3-7 3-3 7-3-7-7-3 7-3z" fill="#f4d35e"/>' +
    '<path d="M46 22v38H22z" fill="#fff"/>' +
    '<path d="M50 30v30h18z" fill="#9fc6e7"/>' +
    '<path d="M16 64h62l-8 14H26z" fill="#e4572e"/>',
)
