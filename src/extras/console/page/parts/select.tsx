/** Values with their labels. */
export type Choices = readonly (readonly [value: string, label: string])[];

interface SelectProps {
  readonly label: string;
  readonly value: string;
  readonly choices: Choices;
  /** Label of the empty value, which comes first; without it there is none. */
  readonly all?: string;
  readonly onChoose: (value: string) => void;
}

/** A labeled list to choose from. */
export const Select = ({ label, value, choices, all, onChoose }: SelectProps) => (
  <label>
    {label}
    <select value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
      {all !== undefined && <option value="">{all}</option>}
      {choices.map(([choice, text]) => (
        <option key={choice} value={choice}>
          {text}
        </option>
      ))}
    </select>
  </label>
);
