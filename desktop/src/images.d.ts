declare module '*.png?inline' {
  /** The picture as a data address. */
  const address: string;
  export default address;
}
