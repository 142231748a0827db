// The only import of the router besides routes.tsx, so that it can be replaced here.
export {
  Link,
  MemoryRouter,
  Navigate,
  useLocation,
  useNavigate,
  useParams,
  useSearchParams,
} from 'react-router-dom';
