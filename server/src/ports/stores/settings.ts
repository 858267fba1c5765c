/** Values that a deployment makes for itself at its first start. */
export type SettingStore = {
  /** The stored value of a name; of several callers that add one, all get the same. */
  readonly getOrAdd: (name: string, value: string) => Promise<string>
}
