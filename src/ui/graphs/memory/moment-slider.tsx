import { useEffect, useId, useState } from "react";
import { clockFor } from "../../text/time.ts";

/** Number of slider positions. */
const STEPS = 1_000;

interface MomentSliderProps {
  readonly label: string;
  readonly range: { readonly from: number; readonly to: number };
  /** The chosen time in ISO 8601. */
  readonly value: string;
  readonly onChange: (moment: string) => void;
}

/** Lets a person choose a time. `onChange` is called only when the person releases the slider. */
export function MomentSlider({ label, range, value, onChange }: MomentSliderProps) {
  const id = useId();
  const length = range.to - range.from;
  const share = length === 0 ? 1 : (Date.parse(value) - range.from) / length;
  const place = Math.round(share * STEPS);
  const [step, setStep] = useState(place);
  useEffect(() => setStep(place), [place]);
  const moment =
    step === place ? value : new Date(range.from + (length * step) / STEPS).toISOString();
  const told = clockFor(length)(moment);
  const commit = () => {
    if (moment !== value) onChange(moment);
  };
  return (
    <div className="moment-slider">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="range"
        min={0}
        max={STEPS}
        value={step}
        disabled={length === 0}
        aria-valuetext={told}
        onChange={({ target }) => setStep(Number(target.value))}
        onPointerUp={commit}
        onKeyUp={commit}
        onBlur={commit}
      />
      <output htmlFor={id}>{told}</output>
    </div>
  );
}
