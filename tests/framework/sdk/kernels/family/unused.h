#error nobody includes this
