// The one door to the router, so that replacing it touches this file and routes.tsx only.
export { Link, Navigate, useLocation, useSearchParams } from 'react-router-dom';
