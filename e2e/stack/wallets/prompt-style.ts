/** Styles of the prompt, at the top right, where extensions open theirs. */
export const promptStyle = `
dialog {
  color-scheme: light dark;
  inset: 16px 16px auto auto;
  margin: 0 0 0 auto;
  width: min(340px, calc(100vw - 32px));
  max-height: calc(100dvh - 32px);
  box-sizing: border-box;
  padding: 16px;
  border: 1px solid light-dark(#d9dee3, #3a4148);
  border-radius: 14px;
  background: light-dark(#fff, #1b2026);
  color: light-dark(#1a1f24, #eef1f4);
  font: 14px/1.4 system-ui, sans-serif;
  box-shadow: 0 16px 48px rgb(0 0 0 / 24%);
}
dialog::backdrop { background: transparent; }
header { display: flex; align-items: center; gap: 8px; font-weight: 600; overflow: hidden; white-space: nowrap; }
img { width: 24px; height: 24px; border-radius: 6px; background: light-dark(#eef1f4, #2a3138); }
h2 { margin: 14px 0 2px; font-size: 18px; font-weight: 650; }
p { margin: 0 0 12px; color: light-dark(#5b6670, #9aa6b2); overflow-wrap: anywhere; }
dl {
  display: grid;
  gap: 2px;
  margin: 0 0 16px;
  padding: 10px 12px;
  border-radius: 10px;
  background: light-dark(#f4f6f8, #242b32);
  max-height: 40dvh;
  overflow: auto;
}
dl:empty { display: none; }
dt { font-size: 12px; color: light-dark(#5b6670, #9aa6b2); }
dd { margin: 0 0 6px; overflow-wrap: anywhere; white-space: pre-wrap; font-variant-numeric: tabular-nums; }
footer { display: grid; grid-template-columns: 1fr 1fr; gap: 8px; }
button {
  min-height: 44px;
  border: 0;
  border-radius: 10px;
  font: inherit;
  font-weight: 600;
  cursor: pointer;
  background: light-dark(#eef1f4, #2f3740);
  color: inherit;
}
button.primary { background: light-dark(#12684f, #2fae86); color: light-dark(#fff, #06281d); }
button:focus-visible { outline: 2px solid light-dark(#12684f, #7fe0bf); outline-offset: 2px; }
`
