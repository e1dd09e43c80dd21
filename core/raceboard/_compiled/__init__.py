"""Where the package build puts the compiled kernel; `raceboard.backend` says whether it is used."""
