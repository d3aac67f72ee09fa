class AdjutantPbem < Formula
  desc "@SUMMARY_SHORT@"
  homepage "@HOMEPAGE@"
  url "@URL@/@FILE@"
  version "@VERSION@"
  sha256 "@SHA256@"
  license any_of: ["MIT", "Apache-2.0"]

  def install
    bin.install "adjutant"
    man1.install Dir["man/*.1"]
    bash_completion.install "completions/adjutant.bash" => "adjutant"
    zsh_completion.install "completions/_adjutant"
    fish_completion.install "completions/adjutant.fish"
  end

  test do
    system bin/"adjutant", "demo", "--game", "crossroads"
  end
end
