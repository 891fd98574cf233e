import "react";

declare module "react" {
  interface CSSProperties {
    /** Custom properties, which pass values to style sheets. */
    [property: `--${string}`]: string | number | undefined;
  }
}
