import { createRoot } from 'react-dom/client';
import { TryOut } from '../../../features/tryOut/TryOut.tsx';

export const mountTryOut = (place: Element): void => createRoot(place).render(<TryOut />);
