/** The little of picomatch that is used here; it ships no types of its own. */
declare module 'picomatch' {
  type Options = { dot?: boolean; nonegate?: boolean; windows?: boolean; flags?: string }
  export default function picomatch(glob: string, options?: Options): (path: string) => boolean
}
