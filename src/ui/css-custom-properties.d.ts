import "react";

declare module "react" {
  interface CSSProperties {
    /** Custom properties that hand a value to a style sheet. */
    [property: `--${string}`]: string | number | undefined;
  }
}
