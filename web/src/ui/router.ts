// The one door to the router, so that replacing it touches this file and routes.tsx only.
export {
  Link,
  MemoryRouter,
  Navigate,
  useLocation,
  useNavigate,
  useParams,
  useSearchParams,
} from 'react-router-dom';
